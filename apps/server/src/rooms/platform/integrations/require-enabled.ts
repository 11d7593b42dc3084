import { AppError } from '@patchbay/contracts';
import type { IntegrationRow } from '@patchbay/db';

/** @throws {AppError} `frozen`, or `integration_disabled` */
export function requireEnabled({ enabled, freeze_id: freezeId }: Pick<IntegrationRow, 'enabled' | 'freeze_id'>): void {
    if (freezeId !== null) throw new AppError('frozen');
    if (!enabled) throw new AppError('integration_disabled');
}
