import { HostError, type HostRequest, type HostResponse, type HostWrite, type ResponseReader } from '@patchbay/functions';
import { ConnectionHost } from '../runs/connection-host.ts';

/** Lets an action read, and keeps its first write instead of sending it. */
export class DryRunHost extends ConnectionHost {
    kept: HostRequest | undefined;

    override async request(input: HostRequest, reader?: ResponseReader): Promise<HostResponse> {
        if (input.method === 'GET' || input.readOnly) return super.request(input, reader);
        this.kept ??= input;
        throw new HostError(dryRunCode, 'Nothing is sent in a dry run.');
    }

    /** Nothing is stored. */
    override async write(_input: HostWrite): Promise<void> {}
}

export const dryRunCode = 'dry_run';
