// Words of the server as the page writes them.

export const capital = (text) => text && text[0].toUpperCase() + text.slice(1);

export const sentence = (text) => text && capital(text) + (/[.!?]$/.test(text) ? "" : ".");

// number is how a list numbers the move of a node: "3." or "3…".
export const number = ({ ply }) => `${Math.floor((ply + 1) / 2)}${ply % 2 ? "." : "…"}`;
