/**
 * A child process whose code is the attacker's: it sends what the input of its run says, where
 * `RUN` stands for the run's number.
 */
import { Socket } from 'node:net';
import { encodeFrame, FrameReader } from './frames.ts';
import type { FrameToChild } from './protocol.ts';

export type Forgery =
    | { frame: unknown; times?: number }
    /** As they are, in base64. */
    | { bytes: string }
    | { waits: 'for ever' | 'for a reply' };

const pipe = new Socket({ fd: 3 });
const reader = new FrameReader(2 ** 30);
let replied: () => void = () => undefined;

async function forge(run: number, forgeries: readonly Forgery[]): Promise<void> {
    for (const forgery of forgeries) {
        if ('bytes' in forgery) pipe.write(Buffer.from(forgery.bytes, 'base64'));
        else if ('waits' in forgery)
            await new Promise<void>((resolve) => {
                if (forgery.waits === 'for a reply') replied = resolve;
            });
        else {
            const frame: unknown = JSON.parse(JSON.stringify(forgery.frame).replaceAll('"RUN"', String(run)));
            for (let time = 0; time < (forgery.times ?? 1); time += 1) pipe.write(encodeFrame(frame));
        }
    }
}

pipe.on('data', (chunk) => {
    for (const frame of reader.push(chunk)) {
        // The test's own.
        const order = frame as FrameToChild;
        if (order.type === 'run') void forge(order.run, JSON.parse(order.input) as Forgery[]);
        if (order.type === 'ret') replied();
    }
});
pipe.on('close', () => process.exit());
pipe.write(encodeFrame({ type: 'hello', pid: 1, uid: 0, permissions: true, network: false, environment: 0, cache: null }));
