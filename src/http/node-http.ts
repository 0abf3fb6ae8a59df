// node:http without its import. That would read whatever node:http exports, its WebSocket client among
// it, and so load all of undici: 9 MB and 17 ms of every start.
const http = process.getBuiltinModule('node:http');

export const { createServer, METHODS, STATUS_CODES } = http;
