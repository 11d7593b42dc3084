import type { Effects } from '../effects/effect-types.ts';

/** Effects without any response: a state shown with them stays as it is. */
export const silentEffects: Effects = {
    call: () => new Promise(() => undefined),
    parent: { opening: new Promise(() => undefined), tell: () => undefined, onMessage: () => () => undefined },
    signIn: {
        open: () => undefined,
        go: () => 'opened',
        show: () => true,
        close: () => undefined,
        isClosed: () => false,
        onHint: () => () => undefined
    },
    clock: { now: () => Date.now() },
    takeToken: () => undefined
};
