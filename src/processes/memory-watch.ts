// A thread beside the work of a lone process, since the work itself may be deaf for as long as it takes. It looks at
// all the memory that the process has on the machine: a limit of the V8 heap knows nothing of what libraries take.
import { kill, memoryUsage, pid } from 'node:process';
import { workerData } from 'node:worker_threads';

const LOOK_MS = 5;

const most = Number(workerData);
setInterval(() => {
  if (memoryUsage.rss() > most) kill(pid, 'SIGKILL');
}, LOOK_MS);
