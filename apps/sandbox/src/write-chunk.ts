import type { ServerResponse } from 'node:http';

/** Sends a part of an answer, and waits while the caller reads more slowly than we write. @returns false if the caller hung up */
export async function writeChunk(response: ServerResponse, chunk: Buffer): Promise<boolean> {
    if (response.destroyed) return false;
    if (response.write(chunk)) return true;
    return new Promise((resolve) => {
        const settle = () => {
            response.off('drain', settle).off('close', settle);
            resolve(!response.destroyed);
        };
        response.on('drain', settle).on('close', settle);
    });
}
