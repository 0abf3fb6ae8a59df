// node:http without an import statement. An import would read every export of node:http, its WebSocket client among
// them, and so load all of undici: 9 MB and 17 ms at every start.
const http = process.getBuiltinModule('node:http');

export const { createServer, METHODS, STATUS_CODES } = http;
