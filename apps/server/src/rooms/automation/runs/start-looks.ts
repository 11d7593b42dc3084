import type { Deps } from '../../../deps.ts';
import { inRequest } from '../../../kernel/log/request-context.ts';

/** With the lease of a run: it is taken up within 45 s after its server is gone. */
const everyMs = 10_000;

/**
 * With a database of its own a server is alone: what is leased as it starts is left by one that was
 * killed, and can be taken up at once.
 */
export const isAlone = ({ config }: Pick<Deps, 'config'>): boolean => config.database.kind === 'embedded';

/** Looks now and then, on every server that works, for what no job tells of. */
export function startLooks(deps: Deps, name: string, look: (deps: Deps) => Promise<void>): { stop(): void } {
    const timer = setInterval(
        () =>
            deps.background.run(
                deps.flights
                    .run(`look/${name}`, () => inRequest(deps.ids.uuid(), () => look(deps)))
                    .catch((error: unknown) => deps.log.warn('look_failed: Patchbay will retry automatically', { code: name, error }))
            ),
        everyMs
    );
    timer.unref();
    return { stop: () => clearInterval(timer) };
}
