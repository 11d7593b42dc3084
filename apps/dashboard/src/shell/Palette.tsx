import { listConnections, listIntegrations } from '@patchbay/contracts/dashboard';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
    Autocomplete,
    Collection,
    Dialog,
    Header,
    Input,
    Menu,
    MenuItem,
    MenuSection,
    Modal,
    ModalOverlay,
    SearchField
} from 'react-aria-components';
import { useEnvironment, useRead } from '../api/use-api.ts';

interface Result {
    id: string;
    name: string;
    detail?: string;
    open: () => void;
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

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

/** Finds pages, integrations, connections, and anything by its id. */
export default function Palette({ onClose }: { onClose: () => void }) {
    const [text, setText] = useState('');
    const sections = useResults(text.trim(), onClose);
    const byId = new Map(sections.flatMap(({ results }) => results.map((result) => [result.id, result] as const)));
    return (
        <ModalOverlay isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()} className="fixed inset-0 z-30 bg-black/40">
            <Modal className="mx-auto mt-[12dvh] w-[min(36rem,calc(100vw-2rem))] rounded-card border border-hairline bg-surface shadow-raised">
                <Dialog aria-label="Search" className="outline-none">
                    <Autocomplete inputValue={text} onInputChange={setText}>
                        {/* It opens to be typed into. */}
                        {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
                        <SearchField autoFocus aria-label="Search everything" className="border-b border-hairline p-3">
                            <Input
                                // Enter right after typing means the first one.
                                onKeyDown={({ key, currentTarget }) => {
                                    if (key === 'Enter' && !currentTarget.hasAttribute('aria-activedescendant'))
                                        sections.flatMap(({ results }) => results)[0]?.open();
                                }}
                                placeholder="A page, a customer, an app, any id"
                                className="min-h-9 w-full rounded-control bg-surface px-2 text-lead outline-none"
                            />
                        </SearchField>
                        <Menu
                            aria-label="Results"
                            onAction={(key) => byId.get(String(key))?.open()}
                            renderEmptyState={() => <p className="px-3 py-6 text-center text-text-2">Nothing fits.</p>}
                            className="max-h-[50dvh] overflow-auto p-2 outline-none"
                        >
                            {sections
                                .filter(({ results }) => results.length > 0)
                                .map(({ title, results }) => (
                                    <MenuSection key={title} id={title}>
                                        <Header className="px-3 pt-2 text-micro font-semibold text-text-2">{title}</Header>
                                        <Collection items={results}>
                                            {({ id, name, detail }) => (
                                                <MenuItem
                                                    id={id}
                                                    textValue={name}
                                                    className="flex min-h-9 cursor-pointer items-center justify-between gap-3 rounded-control px-3 outline-none data-[focused]:bg-accent-soft"
                                                >
                                                    <span className="truncate">{name}</span>
                                                    {detail !== undefined && (
                                                        <span className="truncate text-small text-text-2">{detail}</span>
                                                    )}
                                                </MenuItem>
                                            )}
                                        </Collection>
                                    </MenuSection>
                                ))}
                        </Menu>
                    </Autocomplete>
                </Dialog>
            </Modal>
        </ModalOverlay>
    );
}

function useResults(text: string, onClose: () => void): { title: string; results: Result[] }[] {
    const environment = useEnvironment();
    const navigate = useNavigate();
    const integrations = useRead(listIntegrations, {});
    const connections = useRead(
        listConnections,
        { query: { limit: 8, search: text || 'x' } },
        { enabled: text.length >= 2, keepsPrevious: true }
    );
    const has = (name: string) => name.toLowerCase().includes(text.toLowerCase());
    const opens = (go: () => Promise<void>) => () => {
        onClose();
        void go();
    };
    const apps = (integrations.data?.data ?? []).filter(
        ({ unique_key: key, display_name: name }) => text !== '' && (has(key) || has(name))
    );
    const found = text.length >= 2 ? (connections.data?.connections ?? []) : [];
    // A connection may have any id.
    const id = uuid.test(text) && !connections.isFetching && found.length === 0 ? text.toLowerCase() : undefined;
    return [
        {
            title: 'Connections',
            results: found.map(({ id: row, connection_id: connection, provider_config_key: integration, end_user: person }) => ({
                id: `connection ${row}`,
                name: person?.display_name ?? person?.email ?? person?.id ?? connection,
                detail: integration,
                open: opens(() =>
                    navigate({
                        to: '/$environment/connections/$integration/$connection',
                        params: { environment, integration, connection }
                    })
                )
            }))
        },
        {
            title: 'Integrations',
            results: apps.slice(0, 8).map(({ unique_key: integration, display_name: name }) => ({
                id: `integration ${integration}`,
                name,
                detail: integration,
                open: opens(() => navigate({ to: '/$environment/integrations/$integration', params: { environment, integration } }))
            }))
        },
        {
            title: 'By id',
            results:
                id === undefined
                    ? []
                    : [
                          {
                              id: 'log',
                              name: 'The request with this id',
                              open: opens(() => navigate({ to: '/$environment/logs/$log', params: { environment, log: id } }))
                          },
                          {
                              id: 'run',
                              name: 'The run with this id',
                              open: opens(() => navigate({ to: '/$environment/runs/$run', params: { environment, run: id } }))
                          },
                          {
                              id: 'request',
                              name: 'What a call with this request id asked for',
                              open: opens(() =>
                                  navigate({ to: '/$environment/logs', params: { environment }, search: { request: id, range: 'all' } })
                              )
                          }
                      ]
        },
        {
            title: 'Pages',
            results: pages
                .filter(({ name }) => has(name))
                .map(({ to, name }) => ({ id: to, name, open: opens(() => navigate({ to, params: { environment } })) }))
        }
    ];
}
