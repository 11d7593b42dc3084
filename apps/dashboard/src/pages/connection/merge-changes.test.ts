import { expect, test } from 'vitest';
import { mergeChanges } from './merge-changes.ts';

const read = { sync: { models: ['Job'], filters: { Job: { id: '1', state: 'open' } }, unused: true }, plan: 'free' };

test('fields that were left alone are theirs, also below one that was changed', () => {
    const mine = { ...read, sync: { ...read.sync, filters: { Job: { id: '2', state: 'open' } } } };
    const theirs = { ...read, plan: 'pro', sync: { ...read.sync, models: ['Job', 'User'], filters: { Job: { id: '1', state: 'any' } } } };
    expect(mergeChanges(read, mine, theirs)).toEqual({
        sync: { models: ['Job', 'User'], filters: { Job: { id: '2', state: 'any' } }, unused: true },
        plan: 'pro'
    });
});

test('what was removed here is removed, and what was removed there does not come back', () => {
    const mine = { sync: { models: ['Job'], unused: true }, plan: 'free' };
    const theirs = { sync: { models: ['Job'], filters: read.sync.filters } };
    expect(mergeChanges(read, mine, theirs)).toEqual({ sync: { models: ['Job'] } });
});

test('where both changed the same field, it is that of here, and lists are one field', () => {
    const mine = { ...read, sync: { ...read.sync, models: ['User'] } };
    const theirs = { ...read, sync: { ...read.sync, models: ['Job', 'Location'] } };
    expect(mergeChanges(read, mine, theirs)).toMatchObject({ sync: { models: ['User'] } });
});

test('what both added below a field that was not there is kept of both', () => {
    expect(mergeChanges({}, { sync: { a: 1, c: 3 } }, { sync: { b: 2, c: 4 } })).toEqual({ sync: { a: 1, b: 2, c: 3 } });
});
