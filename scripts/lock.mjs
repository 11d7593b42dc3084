// Also runs on Node 18.
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const RETRY_MS = 200;
const SETTLE_MS = 100;

/**
 * Does `work` while no other process does the same. A lock whose owner is dead is taken over.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, work) {
    await mkdir(dirname(file), { recursive: true });
    for (let isWaiting = false; !(await take(file));) {
        const owner = await ownerOf(file);
        if (owner !== undefined && !isAlive(owner)) {
            await rm(file, { force: true });
            continue;
        }
        if (!isWaiting)
            console.log(`Waiting for another command that installs (process ${owner}; if it is none of ours, delete ${file}) …`);
        isWaiting = true;
        await wait(RETRY_MS);
    }
    try {
        return await work();
    } finally {
        await rm(file, { force: true });
    }
}

/** @param {string} file */
async function take(file) {
    try {
        const handle = await open(file, 'wx');
        await handle.writeFile(String(process.pid));
        await handle.close();
    } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
        throw error;
    }
    // Another process that found the same dead owner may remove our lock now instead of the dead
    // one's.
    await wait(SETTLE_MS);
    return (await ownerOf(file)) === process.pid;
}

/** @param {string} file */
async function ownerOf(file) {
    try {
        return Number(await readFile(file, 'utf8')) || undefined;
    } catch {
        return undefined;
    }
}

/** @param {number} pid */
function isAlive(pid) {
    try {
        return process.kill(pid, 0);
    } catch (error) {
        return error instanceof Error && 'code' in error && error.code === 'EPERM';
    }
}
