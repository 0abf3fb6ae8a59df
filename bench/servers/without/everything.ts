// Formstead without any of its hand-made pieces: shows that each of them can still be removed.
import './log-mover.ts';
import './named-indexes.ts';
import './precompile.ts';
import './quota-blocks.ts';
import './reader-pool.ts';
import './shared-commit.ts';
import './shared-reads.ts';
import './token-thread.ts';
