import { Deliveries } from './Deliveries.tsx';
import { Endpoints } from './Endpoints.tsx';

export function WebhooksPage() {
    return (
        <>
            <Endpoints />
            <Deliveries />
        </>
    );
}
