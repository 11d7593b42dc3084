import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { getHealth, getLiveness } from '@patchbay/contracts';
import type { Deployment } from 'kubernetes-types/apps/v1.js';
import type { ConfigMap, Container, PodSpec, Probe, Secret, Service } from 'kubernetes-types/core/v1.js';
import type { Ingress, NetworkPolicy } from 'kubernetes-types/networking/v1.js';
import { expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { describeUnknownVariables, readConfig } from '../apps/server/src/config.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'deploy/kubernetes');
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
const [, uid = ''] = /^USER (\d+):/m.exec(dockerfile) ?? [];

interface Manifest {
    apiVersion: string;
    kind: string;
    metadata: { name: string };
}

const files = globSync('*.yaml', { cwd: folder }).filter((name) => name !== 'kustomization.yaml');
const manifests = files.flatMap((name) =>
    // The types are checked below.
    parseAllDocuments(readFileSync(join(folder, name), 'utf8')).map((document) => document.toJS() as Manifest)
);
interface Kinds {
    ConfigMap: ConfigMap;
    Deployment: Deployment;
    Ingress: Ingress;
    NetworkPolicy: NetworkPolicy;
    Secret: Secret;
    Service: Service;
}
const all = <K extends keyof Kinds>(kind: K): Kinds[K][] =>
    // The types of their fields are checked below.
    manifests.filter((manifest) => manifest.kind === kind) as Kinds[K][];
const one = <K extends keyof Kinds>(kind: K, name: string): Kinds[K] => {
    const found = all(kind).find(({ metadata }) => metadata?.name === name);
    if (!found) throw new Error(`There is no ${kind} named ${name}.`);
    return found;
};
const podOf = ({ spec }: Deployment): PodSpec => spec?.template.spec ?? { containers: [] };
const containerOf = (deployment: Deployment): Container => podOf(deployment).containers[0] ?? { name: '' };
const deployments = all('Deployment').map((deployment) => ({
    role: deployment.metadata?.name?.replace('patchbay-', '') ?? '',
    deployment
}));
const { data: settings = {} } = one('ConfigMap', 'patchbay');
const { stringData: secrets = {} } = one('Secret', 'patchbay');
const variablesOf = (deployment: Deployment) => ({
    ...settings,
    ...secrets,
    PATCHBAY_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
    ...Object.fromEntries(containerOf(deployment).env?.map(({ name, value = '' }) => [name, value]) ?? [])
});

test('every manifest has the form that Kubernetes knows, without a field that it would drop', () => {
    const moduleOf: Record<string, string> = {
        v1: 'core/v1',
        'apps/v1': 'apps/v1',
        'policy/v1': 'policy/v1',
        'networking.k8s.io/v1': 'networking/v1'
    };
    const typed = manifests.map((manifest, index) => {
        const type = `import('kubernetes-types/${moduleOf[manifest.apiVersion]}.js').${manifest.kind}`;
        return `export const manifest${index}: ${type} = ${JSON.stringify(manifest, undefined, 4)};\n`;
    });
    const cache = join(root, 'node_modules/.cache/patchbay');
    mkdirSync(cache, { recursive: true });
    const scratch = mkdtempSync(join(cache, 'manifests-'));
    onTestFinished(() => rmSync(scratch, { recursive: true, force: true }));
    writeFileSync(join(scratch, 'manifests.ts'), typed.join(''));
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const args = [
        compiler,
        '--ignoreConfig',
        '--noEmit',
        '--strict',
        '--skipLibCheck',
        '--types',
        '',
        '--module',
        'nodenext',
        join(scratch, 'manifests.ts')
    ];
    expect(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout).toBe('');
});

test('the kustomization applies every manifest but the example of the secret, with the image that the others name', () => {
    const { resources, images } = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')) as {
        resources: string[];
        images: { name: string }[];
    };
    expect(resources.toSorted()).toEqual(files.filter((name) => name !== 'secret.example.yaml').toSorted());
    for (const { deployment } of deployments) expect(containerOf(deployment).image).toBe(images[0]?.name);
    expect(globSync('*', { cwd: folder }).map((name) => basename(name))).toHaveLength(files.length + 1);
});

test.each(deployments)('the servers with the role $role have a configuration that they can start with', ({ role, deployment }) => {
    const variables = variablesOf(deployment);
    const { roles, port, connectPort, dataDir } = readConfig(variables);
    expect(roles).toEqual([role]);
    expect(describeUnknownVariables(variables)).toEqual([]);
    expect(containerOf(deployment).envFrom).toEqual([{ configMapRef: { name: 'patchbay' } }, { secretRef: { name: 'patchbay' } }]);
    const ports = role === 'web' ? { api: port, connect: connectPort } : { api: port };
    expect(Object.fromEntries(containerOf(deployment).ports?.map((each) => [each.name, each.containerPort]) ?? [])).toEqual(ports);
    // Kubernetes would set PATCHBAY_PORT for a service named patchbay.
    expect(podOf(deployment).enableServiceLinks).toBe(false);
    expect(dataDir).toBe(join(root, '.patchbay'));
});

test.each(deployments)(
    'the servers with the role $role run as the user of the image, without any right, and write to memory alone',
    ({ deployment }) => {
        expect(podOf(deployment)).toMatchObject({
            automountServiceAccountToken: false,
            securityContext: {
                runAsNonRoot: true,
                runAsUser: Number(uid),
                runAsGroup: Number(uid),
                seccompProfile: { type: 'RuntimeDefault' }
            }
        });
        const { securityContext, volumeMounts, resources } = containerOf(deployment);
        expect(securityContext).toEqual({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } });
        const [, dataDir] = /PATCHBAY_DATA_DIR=(\S+)/.exec(dockerfile) ?? [];
        expect(volumeMounts?.map(({ mountPath }) => mountPath)).toEqual(['/tmp', dataDir]);
        for (const { emptyDir } of podOf(deployment).volumes ?? []) expect(emptyDir?.medium).toBe('Memory');
        expect(resources?.limits?.['memory']).toBeDefined();
    }
);

test.each(deployments)(
    'the servers with the role $role are probed at addresses that they have, and get the time that a stop takes',
    ({ deployment }) => {
        const { startupProbe, livenessProbe, readinessProbe } = containerOf(deployment);
        const askedBy = (probe: Probe | undefined) => ({ path: probe?.httpGet?.path, port: probe?.httpGet?.port });
        expect([startupProbe, livenessProbe].map(askedBy)).toEqual([
            { path: getLiveness.path, port: 'api' },
            { path: getLiveness.path, port: 'api' }
        ]);
        expect(askedBy(readinessProbe)).toEqual({ path: getHealth.path, port: 'api' });
        const { drainMs } = readConfig(variablesOf(deployment));
        // Requests under way, and the rest: docs/operating.md#stopping.
        expect(podOf(deployment).terminationGracePeriodSeconds).toBe(drainMs / 1000 + 20 + 25);
        expect(readFileSync(join(root, 'docs/operating.md'), 'utf8')).toMatch(/get at most 20 s, and the rest .+ at most 25 s/);
        if (readinessProbe && drainMs > 0)
            expect(1000 * ((readinessProbe.periodSeconds ?? 10) + (readinessProbe.timeoutSeconds ?? 1))).toBeLessThan(drainMs);
    }
);

test('a server is replaced only when the next one is ready, and a node that is drained leaves one', () => {
    for (const { deployment } of deployments) expect(deployment.spec?.strategy?.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
    const web = one('Deployment', 'patchbay-web');
    expect(web.spec?.replicas).toBeGreaterThan(1);
    expect(manifests.find(({ kind }) => kind === 'PodDisruptionBudget')).toMatchObject({
        spec: { minAvailable: 1, selector: web.spec?.selector }
    });
});

test('the hosts of the ingress are the two addresses, each at its port, with TLS', () => {
    const { spec } = one('Ingress', 'patchbay');
    const { publicUrl, connectUrl } = readConfig(variablesOf(one('Deployment', 'patchbay-web')));
    const hosts = [publicUrl, connectUrl].map((address) => new URL(address).host);
    expect(spec?.rules?.map(({ host, http }) => [host, http?.paths[0]?.backend.service?.port?.name])).toEqual([
        [hosts[0], 'api'],
        [hosts[1], 'connect']
    ]);
    expect(spec?.tls?.[0]?.hosts).toEqual(hosts);
    expect(spec?.rules?.map(({ http }) => http?.paths[0]?.backend.service?.name)).toEqual(['patchbay-web', 'patchbay-web']);
    expect(one('Service', 'patchbay-web').spec?.selector).toEqual(one('Deployment', 'patchbay-web').spec?.selector.matchLabels);
});

test('nothing reaches a worker, and servers reach no address of the cloud that they run in', () => {
    const [every, web] = all('NetworkPolicy').map(({ spec }) => spec);
    expect(every).toMatchObject({
        podSelector: { matchLabels: { 'app.kubernetes.io/name': 'patchbay' } },
        policyTypes: ['Ingress', 'Egress']
    });
    expect(every?.ingress).toBeUndefined();
    expect(every?.egress?.flatMap(({ to = [] }) => to).map(({ ipBlock }) => ipBlock?.except?.[0])).toEqual(['169.254.0.0/16', 'fe80::/10']);
    expect(web?.podSelector).toEqual(one('Deployment', 'patchbay-web').spec?.selector);
});

test('the example of the secret holds none', () => {
    expect(Object.values(secrets).filter((value) => !/PASSWORD|BASE64_OF/.test(value))).toEqual([]);
});
