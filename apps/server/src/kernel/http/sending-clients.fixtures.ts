/** A thread of its own: clients that send until they get no response, on connections they keep. */
import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const clients = 20;
// What the test gives.
const { port } = workerData as { port: number };
const agent = new Agent({ keepAlive: true });

/** @returns the status, or the code of the error */
function send(): Promise<string> {
    return new Promise((resolve) => {
        get({ port, host: '127.0.0.1', agent }, (response) =>
            response.resume().once('end', () => resolve(String(response.statusCode)))
        ).once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    });
}

async function sendOn(): Promise<string> {
    for (;;) {
        const outcome = await send();
        if (outcome !== '200') return outcome;
    }
}

const outcomes = await Promise.all(Array.from({ length: clients }, sendOn));
agent.destroy();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(outcomes);
