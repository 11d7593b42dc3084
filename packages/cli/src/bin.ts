#!/usr/bin/env node
import process from 'node:process';

// Older versions of Node have to get as far as the sentence: nothing of ours is imported before it.
const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
    console.error(`patchbay needs Node 24 or later, and this is Node ${process.versions.node}: install it from https://nodejs.org.`);
    process.exitCode = 1;
} else {
    const { main } = await import('./main.ts');
    process.exitCode = await main(process.argv.slice(2));
}
