// What is done before anything is drawn. The modules of a room are asked for at once, not one
// after the other; the head of the page names them.
window.fetchRoom = function (room) {
  var named = document.querySelector('meta[name="room-' + CSS.escape(room) + '"]');
  if (!named) return;
  named.remove();
  named.content.split(" ").forEach(function (file) {
    var link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = "/assets/" + file;
    document.head.append(link);
  });
};
window.fetchRoom(location.hash.replace(/^#?\/?([^?]*).*$/, "$1"));

// Light or dark is what was chosen, or else what the system prefers.
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
