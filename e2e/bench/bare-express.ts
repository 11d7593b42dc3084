/** The limit that our own framework sets: Express 5 and one statement per request. */
import express from 'express';
import { prepareStatements } from './bare-statements.ts';
import { sendToParent } from './program.ts';

const [databaseUrl = '', environmentId = ''] = process.argv.slice(2);
const statements = prepareStatements(databaseUrl, environmentId);
const app = express();
// As in the server: neither is wanted, and to compute an ETag takes its time.
app.disable('x-powered-by');
app.disable('etag');
app.get('/connections', async (_request, response) => {
    response.json(await statements.listConnections(100));
});
app.post('/connections', express.json(), async (request, response) => {
    response.status(201).json(await statements.insertConnection(request.body));
});
app.get('/connect/session', async (_request, response) => {
    response.json(await statements.readSession());
});
app.get('/connections/:id', async (request, response) => {
    const { provider_config_key: key } = request.query;
    response.json(await statements.readConnection(request.params.id, typeof key === 'string' ? key : ''));
});
app.post('/connect/sessions', express.json(), async (request, response) => {
    response.status(201).json(await statements.insertSession(request.body.end_user));
});
app.post('/echo', express.json(), (request, response) => {
    response.json(request.body);
});
const server = app.listen(0, () => sendToParent(server.address()));
