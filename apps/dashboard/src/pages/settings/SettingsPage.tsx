import { Outlet } from '@tanstack/react-router';
import { useEnvironment } from '../../api/use-api.ts';
import { Page } from '../../parts/Page.tsx';
import { Tabs } from '../../parts/Tabs.tsx';

const tabs = [
    { to: '/$environment/settings/keys', name: 'Keys' },
    { to: '/$environment/settings/connect-ui', name: 'Connect UI' },
    { to: '/$environment/settings/webhooks', name: 'Webhooks' },
    { to: '/$environment/settings/alerts', name: 'Alerts' },
    { to: '/$environment/settings/status-page', name: 'Status page' },
    { to: '/$environment/settings/variables', name: 'Variables' },
    { to: '/$environment/settings/environments', name: 'Environments' },
    { to: '/$environment/settings/team', name: 'Team' },
    { to: '/$environment/settings/audit', name: 'Audit' },
    { to: '/$environment/settings/account', name: 'Your account' }
] as const;

export function SettingsPage() {
    const environment = useEnvironment();
    return (
        <Page title="Settings">
            <Tabs label="Settings" tabs={tabs} params={{ environment }} />
            <Outlet />
        </Page>
    );
}
