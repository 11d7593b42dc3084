import {
    HostError,
    type HostRequest,
    type HostResponse,
    type HostWrite,
    type Json,
    type JsonObject,
    type RecordChange,
    type ResponseReader
} from '@patchbay/functions';
import { ConnectionHost } from '../runs/connection-host.ts';

/** Lets a sync read one page from the provider, and keeps it instead of storing it. */
export class OnePageHost extends ConnectionHost {
    /** Where the page begins; null: at the first one. */
    start: Json = null;
    /** Where the next page begins; null: there is none. */
    next: JsonObject | null = null;
    /** The last one of the provider. */
    last: HostResponse | undefined;
    readonly saved: Extract<RecordChange, { kind: 'save' }>[] = [];
    #isEnded = false;
    /** Of the listing under way; undefined: there is none. */
    #hasRead: boolean | undefined;

    /** A page ends with its checkpoint; a large one comes in several writes. */
    override async write({ changes, setAside, checkpoint }: HostWrite): Promise<void> {
        if (this.#isEnded) throw enough();
        this.saved.push(...changes.filter((change) => change.kind === 'save'));
        if (!checkpoint) return;
        this.#isEnded = true;
        // A checkpoint alone is the end of a list. A page can be all deletions.
        const isPage = this.saved.length > 0 || changes.length > 0 || setAside.length > 0;
        if (isPage) this.next = checkpoint.value;
        throw enough();
    }

    /** Some lists are read twice before anything is deleted. */
    override async trackDeletesStart(): Promise<void> {
        if (this.#hasRead) throw enough();
        this.#hasRead = false;
    }

    override async request(input: HostRequest, reader?: ResponseReader): Promise<HostResponse> {
        // The caller waits for it, and can repeat it when the provider allows.
        const response = await super.request({ ...input, retries: 0 }, reader);
        this.last = response;
        if (this.#hasRead === false) this.#hasRead = response.status < 300;
        return response;
    }

    override async trackDeletesEnd(): Promise<{ deletedKeys: readonly string[] }> {
        throw enough();
    }

    override async getCheckpoint(): Promise<{ checkpoint: Json }> {
        return { checkpoint: this.start };
    }
}

/** Ends the run. */
export const enoughCode = 'one_page_read';
const enough = () => new HostError(enoughCode, 'One page has been read.');
