import { AppError } from '@patchbay/contracts';

export function integrationNotFound(uniqueKey: string): AppError {
    return new AppError('not_found', { message: `Integration "${uniqueKey}" does not exist` });
}
