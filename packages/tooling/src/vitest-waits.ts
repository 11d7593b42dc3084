/** `vi.waitFor` and `vi.waitUntil` give up after a second unless told otherwise, which a busy machine takes for a page or a start. */
import { vi } from 'vitest';

const timeoutMs = 10_000;
const { waitFor, waitUntil } = vi;

vi.waitFor = (callback, options = timeoutMs) => waitFor(callback, options);
vi.waitUntil = (callback, options = timeoutMs) => waitUntil(callback, options);
