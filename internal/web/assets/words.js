// Words of the server as the page writes them.

export const capital = (text) => text && text[0].toUpperCase() + text.slice(1);

export const sentence = (text) => text && capital(text) + (/[.!?]$/.test(text) ? "" : ".");
