import type { ServerResponse } from 'node:http';
import { renderToPipeableStream } from 'react-dom/server';
import { Document } from './Document.tsx';

/** @param script what the browser loads to take over */
export function send(response: ServerResponse, script: string): void {
    const { pipe } = renderToPipeableStream(<Document />, {
        bootstrapModules: [script],
        onShellReady() {
            pipe(response);
        },
        onError(error) {
            console.error(error);
        }
    });
}
