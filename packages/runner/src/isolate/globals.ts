import { noFetch } from '../inside/console.ts';
import { AbortController, AbortSignal, Event, EventTarget } from './abort.ts';
import { Blob } from './blob.ts';
import { crypto } from './crypto.ts';
import { DOMException } from './dom-exception.ts';
import { watch, watchIntrinsics } from './intrinsics.ts';
import { libraries } from './libraries.ts';
import { timerGlobals } from './timers.ts';

/** Those of browsers and Node that V8 has not. Each is loaded when it is first used. */
const lazy: Readonly<Record<string, () => unknown>> = {
    Buffer: () => libraries.buffer().Buffer,
    Headers: () => libraries.headers().Headers,
    TextDecoder: () => libraries.encoding().TextDecoder,
    TextEncoder: () => libraries.encoding().TextEncoder,
    URL: libraries.URL,
    URLSearchParams: libraries.URLSearchParams,
    atob: libraries.atob,
    btoa: libraries.btoa,
    structuredClone: libraries.structuredClone
};

/** They get memory that no limit counts, or give threads a clock. */
const removed = ['WebAssembly', 'SharedArrayBuffer', 'Atomics'];

export function installGlobals(console: Partial<Console>): void {
    for (const name of removed) Reflect.deleteProperty(globalThis, name);
    for (const [name, load] of Object.entries(lazy)) defineLazy(name, load);
    const given = {
        ...timerGlobals,
        AbortController,
        AbortSignal,
        Blob,
        DOMException,
        Event,
        EventTarget,
        console,
        crypto: crypto.webcrypto,
        fetch: noFetch
    };
    for (const [name, value] of Object.entries(given))
        Object.defineProperty(globalThis, name, { value, configurable: true, writable: true, enumerable: false });
    watchIntrinsics();
    // Before what is there is noted: a polyfill keeps it, and writes to it.
    Object.defineProperty(globalThis, '__core-js_shared__', { value: {}, enumerable: false });
}

function defineLazy(name: string, load: () => unknown): void {
    let value: unknown;
    let isLoaded = false;
    Object.defineProperty(globalThis, name, {
        configurable: true,
        enumerable: false,
        get() {
            if (isLoaded) return value;
            // While it is loaded there is none: polyfills look whether there is.
            isLoaded = true;
            try {
                value = load();
                watch(value);
                return value;
            } finally {
                // Also where it is asked for by what it is loaded with.
                isLoaded = value !== undefined;
            }
        },
        set(given: unknown) {
            isLoaded = true;
            value = given;
        }
    });
}
