import { listConnections, listFunctions, listIntegrations } from '@patchbay/contracts/dashboard';
import { useNavigate } from '@tanstack/react-router';
import { useMay, useSession } from '../api/session.ts';
import { useEnvironment, useRead } from '../api/use-api.ts';
import { nameOf } from '../pages/connections/names.ts';
import type { Connection } from '../pages/connections/use-connection-rows.ts';
import { functionKinds } from '../pages/functions/words.ts';
import { commandIn, type Verb } from './command.ts';
import type { Does, Result, Task } from './palette-result.ts';
import { useLookedUp } from './use-looked-up.ts';

interface Section {
    title: string;
    results: Result[];
}

/** More are for the list of connections, which can select all of them. */
const mostFound = 8;

const pages = [
    { to: '/$environment', name: 'Home' },
    { to: '/$environment/connections', name: 'Connections' },
    { to: '/$environment/integrations', name: 'Integrations' },
    { to: '/$environment/catalogue', name: 'Catalogue of apps' },
    { to: '/$environment/syncs', name: 'Syncs' },
    { to: '/$environment/runs', name: 'Runs' },
    { to: '/$environment/logs', name: 'Logs' },
    { to: '/$environment/status', name: 'Status' },
    { to: '/$environment/doctor', name: 'Setup doctor' },
    { to: '/$environment/settings/keys', name: 'Secret keys' },
    { to: '/$environment/settings/connect-ui', name: 'Connect UI' },
    { to: '/$environment/settings/webhooks', name: 'Webhooks' },
    { to: '/$environment/settings/alerts', name: 'Alerts' },
    { to: '/$environment/settings/status-page', name: 'Public status page' },
    { to: '/$environment/settings/variables', name: 'Environment variables' },
    { to: '/$environment/settings/environments', name: 'Environments' },
    { to: '/$environment/settings/team', name: 'Team' },
    { to: '/$environment/settings/audit', name: 'Audit log' },
    { to: '/$environment/settings/account', name: 'Your account' }
] as const;

/** Keys and tokens of ours: what is searched for comes into addresses, which servers log. */
const secret = /pb_(?:sk|cs|whsec)_/;

/**
 * @param typed what is searched for, or what is to be done and to whom
 * @returns `isSettled`: false while connections that were found for an earlier text are shown
 */
export function useResults(typed: string, does: Does): { sections: Section[]; isSettled: boolean } {
    const text = secret.test(typed) ? '' : typed;
    const { verb, rest } = commandIn(text);
    const isSearched = rest.length >= 2;
    const connections = useRead(
        listConnections,
        { query: { limit: mostFound, search: rest || 'x' } },
        { enabled: isSearched, keepsPrevious: true }
    );
    const found = isSearched ? (connections.data?.connections ?? []) : [];
    const actions = useActions(verb, rest, found, does);
    const open = useOpen(verb, rest, found);
    const functions = useFunctions(verb === undefined ? rest : '');
    const lookedUp = useLookedUp(text, does);
    const sections = [
        { title: 'Actions', results: actions },
        { title: 'Connections', results: open.connections },
        { title: 'Integrations', results: open.integrations },
        { title: 'By id', results: lookedUp.results },
        { title: 'Pages', results: open.pages },
        { title: 'Syncs and actions', results: functions.results }
    ];
    const hasCurrent = (read: Pick<typeof connections, 'isFetching' | 'isPending' | 'isPlaceholderData'>) =>
        !read.isFetching || !(read.isPending || read.isPlaceholderData);
    return { sections, isSettled: hasCurrent(connections) && functions.isSettled && lookedUp.isSettled };
}

/** Functions by a part of their name; a sync opens for all its connections. */
function useFunctions(text: string): { results: Result[]; isSettled: boolean } {
    const environment = useEnvironment();
    const navigate = useNavigate();
    const enabled = text.length >= 2 && text.length <= 255;
    const { data, isLoading } = useRead(listFunctions, { query: { search: text, limit: mostFound } }, { enabled });
    const results = (enabled ? (data?.data ?? []) : []).map(({ type, name, integration_id: integration }): Result => ({
        id: `function ${integration} ${type} ${name}`,
        name,
        detail: `${functionKinds[type]} of ${integration}`,
        act: () =>
            void (type === 'sync'
                ? navigate({ to: '/$environment/syncs', params: { environment }, search: { integration, name } })
                : navigate({ to: '/$environment/integrations/$integration/functions', params: { environment, integration } }))
    }));
    return { results, isSettled: !isLoading };
}

const taskWords = {
    pause: 'Pause the syncs of',
    resume: 'Resume the syncs of',
    run: 'Run the syncs now of',
    link: 'Make a reconnect link for'
} as const;

/** What can be done to the connections that were found. */
function useActions(verb: Verb | undefined, rest: string, found: readonly Connection[], { onTask, onHelp, onCopied }: Does): Result[] {
    const environment = useEnvironment();
    const navigate = useNavigate();
    const maySync = useMay('environment:syncs:write').reason;
    const mayLink = useMay('environment:connect_sessions:write').reason;
    const taskOf = (action: Task['action'], connections: readonly Connection[], name: string, detail?: string): Result => ({
        id: `${action} ${connections.map(({ id }) => id).join(' ')}`,
        name: `${taskWords[action]} ${name}`,
        ...(detail !== undefined && { detail }),
        act: () => onTask({ action, connections }),
        blockedBecause: action === 'link' ? mayLink : maySync
    });
    const copyOf = (connection: Connection): Result => ({
        id: `copy ${connection.id}`,
        name: `Copy the id of ${nameOf(connection)}`,
        detail: connection.provider_config_key,
        act: () => void navigator.clipboard.writeText(connection.connection_id).then(() => onCopied(connection.connection_id)),
        stays: true
    });
    const help: Result[] = 'keyboard shortcuts'.includes(rest.toLowerCase())
        ? [{ id: 'help', name: 'Keyboard shortcuts', act: onHelp }]
        : [];
    if (verb === undefined || verb === 'settings') return verb === undefined && rest !== '' ? help : [];
    if (verb === 'copy') return found.map(copyOf);
    const fit = verb === 'link' ? found.filter(({ health }) => health.status === 'needs_reconnect') : found;
    const each = fit.map((connection) => taskOf(verb, [connection], nameOf(connection), connection.provider_config_key));
    if (verb === 'link' || fit.length < 2) return each;
    if (fit.length < mostFound) return [taskOf(verb, fit, `all ${fit.length} that fit`), ...each];
    const all: Result = {
        id: 'all',
        name: `Select among all connections that fit “${rest}”`,
        act: () => void navigate({ to: '/$environment/connections', params: { environment }, search: { search: rest } })
    };
    return [all, ...each];
}

/** Pages to open. */
function useOpen(verb: Verb | undefined, rest: string, found: readonly Connection[]) {
    const environment = useEnvironment();
    const { environments } = useSession();
    const navigate = useNavigate();
    const integrations = useRead(listIntegrations, {});
    const has = (name: string) => name.toLowerCase().includes(rest.toLowerCase());
    const isCommand = verb !== undefined && verb !== 'settings';
    const apps = (integrations.data?.data ?? []).filter(
        ({ unique_key: key, display_name: name }) => rest !== '' && !isCommand && (has(key) || has(name))
    );
    return {
        // Settings are an integration's.
        connections: (verb === undefined ? found : []).map((row): Result => ({
            id: `connection ${row.id}`,
            name: nameOf(row),
            detail: row.provider_config_key,
            act: () =>
                void navigate({
                    to: '/$environment/connections/$integration/$connection',
                    params: { environment, integration: row.provider_config_key, connection: row.connection_id }
                })
        })),
        integrations: apps.slice(0, mostFound).map(({ unique_key: integration, display_name: name }): Result => ({
            id: `integration ${integration}`,
            name: verb === 'settings' ? `Settings of ${name}` : name,
            detail: integration,
            act: () =>
                void navigate({
                    to: verb === 'settings' ? '/$environment/integrations/$integration/setup' : '/$environment/integrations/$integration',
                    params: { environment, integration }
                })
        })),
        pages: [
            ...pages
                .filter(({ name }) => !isCommand && has(name))
                .map(({ to, name }): Result => ({ id: to, name, act: () => void navigate({ to, params: { environment } }) })),
            ...environments
                .filter(({ name }) => rest !== '' && !isCommand && name !== environment && has(`environment ${name}`))
                .map(({ name }): Result => ({
                    id: `environment ${name}`,
                    name: `Environment ${name}`,
                    act: () => void navigate({ to: '/$environment', params: { environment: name } })
                }))
        ]
    };
}
