// Runs in a thread of a lone process, because its main thread may be busy for a long time. It watches the resident
// memory of the whole process: a limit of the V8 heap does not include what native libraries take.
import { kill, memoryUsage, pid } from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';

const LOOK_MS = 5;

let most = Number(workerData);
parentPort?.on('message', (allowed: unknown) => {
  most = Number(allowed);
});
setInterval(() => {
  if (memoryUsage.rss() > most) kill(pid, 'SIGKILL');
}, LOOK_MS);
