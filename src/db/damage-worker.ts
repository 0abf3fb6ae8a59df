// Runs in a worker thread: reading a whole database file would hold up every request.
import { parentPort, workerData } from 'node:worker_threads';
import { findDamagedPages } from './find-damaged-pages.ts';

parentPort?.postMessage(findDamagedPages(String(workerData)));
