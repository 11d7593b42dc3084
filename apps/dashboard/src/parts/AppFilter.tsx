import { listIntegrations } from '@patchbay/contracts/dashboard';
import { useRead } from '../api/use-api.ts';
import { SelectFilter } from './Filters.tsx';

/** A filter by one of the integrations of the environment. */
export function AppFilter({ value, onChange }: { value: string | undefined; onChange: (integration: string) => void }) {
    const { data } = useRead(listIntegrations, {});
    const options = (data?.data ?? []).map(({ unique_key: key, display_name: name }) => ({ value: key, name }));
    return <SelectFilter label="App" defaultName="Any app" value={value ?? ''} onChange={onChange} options={options} />;
}
