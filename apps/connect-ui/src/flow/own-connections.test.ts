import { expect, test } from 'vitest';
import { connectedGem, gem, github, session, twiceGem } from '../stories/samples.ts';
import type { FlowEvent } from './events.ts';
import { loaded, run, submit, typed, view } from './fixtures.ts';
import { reduce } from './reduce.ts';
import type { ConnectSession } from './model.ts';

const managing = (...integrations: ConnectSession['integrations']) => ({ integrations, manages_connections: true });
const read = (...integrations: ConnectSession['integrations']): FlowEvent => ({
    type: 'sessionLoaded',
    info: session(managing(...integrations))
});
const choose: FlowEvent = { type: 'integrationChosen', integration: 'gem' };
const ask: FlowEvent = { type: 'disconnectRequested', name: 'Acme Ltd' };
const confirm: FlowEvent = { type: 'disconnectConfirmed' };
const done: FlowEvent = { type: 'disconnected', integration: 'gem', connection: 'c-own', ended: { account: 'Acme Ltd', remainsAt: null } };
const atAccount = [...loaded(managing(connectedGem, github)), choose];

test('the form of one of several accounts leads back to that account, and that of another one to all of them', () => {
    const open: FlowEvent[] = [...loaded(managing(twiceGem, github)), choose, { type: 'accountOpened', connection: 'c-second' }];
    const back = (connection: string | null) => run([...open, { type: 'renewalChosen', connection }, { type: 'wentBack' }]).flow;
    expect(back('c-second')).toMatchObject({ state: 'account', connection: 'c-second' });
    expect(back(null)).toEqual({ state: 'owned', integration: 'gem' });
});

test('nothing is sent offline, nor while a new session is awaited', () => {
    const asked = run([...atAccount, ask]);
    expect(reduce({ ...asked, network: 'offline' }, confirm).flow).toEqual(asked.flow);
    expect(reduce({ ...asked, renewal: 'asked' }, confirm).flow).toEqual(asked.flow);
    expect(reduce(asked, confirm).flow).toMatchObject({ state: 'disconnect', sent: true });
});

test('what is being disconnected can’t be kept any more, and its screen stays until the server has responded', () => {
    const sent = run([...atAccount, ask, confirm]);
    for (const event of [{ type: 'disconnectCancelled' }, { type: 'wentBack' }, read(gem, github)] as const)
        expect(reduce(sent, event).flow).toEqual(sent.flow);
});

test('an account that was disconnected elsewhere is left', () => {
    expect(run([...atAccount, read(gem, github)]).flow).toEqual({ state: 'list', query: '' });
    expect(run([...atAccount, ask, read(gem, github)]).flow).toEqual({ state: 'list', query: '' });
    expect(run([...loaded(managing(twiceGem, github)), choose, read(gem, github)]).flow).toEqual({ state: 'list', query: '' });
});

test('a connection that is made and disconnected in one visit does not count as connected', () => {
    const success: FlowEvent = {
        type: 'attemptCreated',
        key: 'k-1',
        view: view({ status: 'succeeded', connection_id: 'c-own' }),
        window: 'opened'
    };
    const connected = [...loaded(managing(gem, github)), choose, typed, submit, success];
    const leave: FlowEvent = { type: 'hostClosed' };
    expect(run([...connected, leave]).flow).toMatchObject({ outcome: 'connected' });
    const again: FlowEvent[] = [{ type: 'wentBack' }, read(connectedGem, github), choose, ask, confirm];
    expect(run([...connected, ...again, leave]).flow).toMatchObject({ outcome: 'connected' });
    expect(run([...connected, ...again, done, leave]).flow).toMatchObject({ outcome: 'cancelled' });
});
