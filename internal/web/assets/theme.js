// Light or dark is known before anything is drawn: what was chosen, or else what
// the system prefers.
(function () {
  var prefers = matchMedia("(prefers-color-scheme: dark)");
  function chosen() {
    try { return localStorage.getItem("theme"); } catch (e) { return null; }
  }
  function apply() {
    var theme = chosen() || (prefers.matches ? "dark" : "light");
    document.documentElement.dataset.theme = theme;
    dispatchEvent(new Event("theme"));
  }
  window.toggleTheme = function () {
    var other = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    try { localStorage.setItem("theme", other); } catch (e) { /* it holds until the page is left */ }
    document.documentElement.dataset.theme = other;
    dispatchEvent(new Event("theme"));
  };
  prefers.addEventListener("change", apply);
  apply();
})();
