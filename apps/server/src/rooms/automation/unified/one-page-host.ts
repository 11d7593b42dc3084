import { HostError, type HostWrite, type Json, type RecordChange } from '@patchbay/functions';
import { ConnectionHost } from '../runs/connection-host.ts';

/** Lets a sync read one page from the provider, and keeps it instead of storing it. */
export class OnePageHost extends ConnectionHost {
    /** Where the page begins; null: at the first one. */
    start: Json = null;
    page: HostWrite | undefined;

    override async write(input: HostWrite): Promise<void> {
        if (this.page) throw enough();
        // A checkpoint alone is the end of an empty list.
        this.page = input;
        throw enough();
    }

    override async trackDeletesStart(): Promise<void> {}

    override async trackDeletesEnd(): Promise<{ deletedKeys: readonly string[] }> {
        throw enough();
    }

    override async getCheckpoint(): Promise<{ checkpoint: Json }> {
        return { checkpoint: this.start };
    }

    get saved(): Extract<RecordChange, { kind: 'save' }>[] {
        return (this.page?.changes ?? []).filter((change) => change.kind === 'save');
    }
}

/** Ends the run. */
export const enoughCode = 'one_page_read';
const enough = () => new HostError(enoughCode, 'One page has been read.');
