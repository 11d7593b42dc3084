/** `vi.waitFor` and `vi.waitUntil` default to one second, too short on a busy machine. */
import { vi } from 'vitest';

const timeoutMs = 10_000;
const { waitFor, waitUntil } = vi;

vi.waitFor = (callback, options = timeoutMs) => waitFor(callback, options);
vi.waitUntil = (callback, options = timeoutMs) => waitUntil(callback, options);
