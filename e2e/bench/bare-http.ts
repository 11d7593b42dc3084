/** The limit that Node sets: `node:http` and one statement per request. */
import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { prepareStatements } from './bare-statements.ts';
import { sendToParent } from './program.ts';

const [databaseUrl = '', environmentId = ''] = process.argv.slice(2);
const statements = prepareStatements(databaseUrl, environmentId);

async function handle(request: IncomingMessage): Promise<unknown> {
    const [path = '', query = ''] = (request.url ?? '').split('?');
    if (path === '/connections') return statements.listConnections(100);
    if (path === '/connect/sessions') return statements.insertSession(((await json(request)) as { end_user: unknown }).end_user);
    return statements.readConnection(path.slice('/connections/'.length), query.slice('provider_config_key='.length));
}

const server = createServer((request, response) => {
    void handle(request).then((body) => {
        const text = Buffer.from(JSON.stringify(body));
        response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': text.length }).end(text);
    });
}).listen(0, () => sendToParent(server.address()));
