// Runs in a worker thread, because reading a whole database file would block all requests.
import { parentPort, workerData } from 'node:worker_threads';
import { findDamagedPages } from './find-damaged-pages.ts';

parentPort?.postMessage(findDamagedPages(String(workerData)));
