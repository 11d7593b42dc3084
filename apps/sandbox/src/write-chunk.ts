import type { ServerResponse } from 'node:http';

/** Sends a part of a response with back pressure. @returns false if the caller disconnected */
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
