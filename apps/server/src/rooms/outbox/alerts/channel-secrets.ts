import type { AlertChannelRow } from '@patchbay/db';
import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import type { Sealed } from '../../../kernel/crypto/seal.ts';
import { sealedTable } from '../../../kernel/crypto/sealed-table.ts';

const channelSecrets = z.object({
    url: z.string(),
    /** Null for chat tools, which verify nothing. */
    key: z.string().nullable()
});
export type ChannelSecrets = z.output<typeof channelSecrets>;

export const sealedChannels = sealedTable({ name: 'alert_channels', columns: ['secrets'], key: 'id', boundTo: ['id'] });

type Key = Pick<AlertChannelRow, 'environment_id' | 'id'>;

export function sealChannel({ seal }: Pick<Deps, 'seal'>, key: Key, secrets: ChannelSecrets): Sealed {
    return seal.seal(sealedChannels.place(key, 'secrets'), secrets);
}

/** @throws {SealError} */
export function openChannel({ seal }: Pick<Deps, 'seal'>, row: Key & Pick<AlertChannelRow, 'secrets'>): ChannelSecrets {
    return seal.open(sealedChannels.place(row, 'secrets'), row.secrets, channelSecrets);
}
