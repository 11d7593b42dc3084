import { expect, test } from 'vitest';
import { unifiedContracts, unifiedGets, unifiedLists, unifiedReads, unifiedUploads, unifiedWrites, unifiedWritesById } from './index.ts';

const pairs = [unifiedLists, unifiedGets, unifiedReads, unifiedWrites, unifiedWritesById, unifiedUploads].flat();

test('each unified endpoint has one contract, with its own method and path', () => {
    expect(pairs.map(({ contract }) => contract.id).toSorted()).toEqual(unifiedContracts.map(({ id }) => id).toSorted());
    expect(unifiedContracts.map(({ method, path }) => `${method} ${path}`)).toEqual(
        expect.arrayContaining([
            'POST /candidates',
            'POST /candidate-upload-resume',
            'POST /candidate-notes',
            'GET /candidates',
            'GET /job-posts',
            'GET /job-stages',
            'GET /jobs',
            'GET /locations',
            'GET /users',
            'GET /bill-payments',
            'GET /deposits',
            'POST /purchase-orders',
            'GET /purchases',
            'GET /transfers',
            'GET /applications/:id'
        ])
    );
    const addresses = new Set(unifiedContracts.map(({ method, path }) => `${method} ${path}`));
    expect(addresses.size).toBe(unifiedContracts.length);
});
