import type { AnyAction, AnySync } from '@patchbay/functions';
import type { UnifiedEndpoint } from './endpoints.ts';

/** The functions of a vendor, by name. */
export interface Integration {
    syncs: Readonly<Record<string, AnySync>>;
    /** In their place for live lists, where a page is of another size than a run's. */
    liveSyncs?: Readonly<Record<string, AnySync>>;
    actions: Readonly<Record<string, AnyAction>>;
    /** @throws {ActionError} for each refusal of the vendor, in the one shape of all vendors */
    reportFaults: <Value>(work: () => Promise<Value>) => Promise<Value>;
    /** A number that its actions take is refused where it has more digits than a double. */
    hasMoney?: true;
    /** Endpoints of its category; those that none of its functions declares are unsupported. */
    category: readonly UnifiedEndpoint[];
    /** By `METHOD /path`: what is missing or different from the unified model. */
    notes: Readonly<Record<string, string>>;
}
