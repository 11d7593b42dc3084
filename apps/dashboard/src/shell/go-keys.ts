/** Pages that `g` and a letter go to. */
export const goKeys = {
    h: { to: '/$environment', name: 'Home' },
    c: { to: '/$environment/connections', name: 'Connections' },
    i: { to: '/$environment/integrations', name: 'Integrations' },
    s: { to: '/$environment/syncs', name: 'Syncs' },
    r: { to: '/$environment/runs', name: 'Runs' },
    l: { to: '/$environment/logs', name: 'Logs' },
    t: { to: '/$environment/status', name: 'Status' },
    e: { to: '/$environment/settings', name: 'Settings' }
} as const;

export type GoKey = keyof typeof goKeys;

export const isGoKey = (key: string): key is GoKey => key in goKeys;
