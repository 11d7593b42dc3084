import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'amazon-s3',
    display_name: 'Amazon S3',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['storage'],
    aliases: ['aws', 'buckets', 'files'],
    auth_mode: 'AWS_SIGV4',
    service: 's3',
    docs: 'https://docs.aws.amazon.com/AmazonS3/latest/API/Welcome.html',
    docs_connect: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_create_for-user_externalid.html',
    // https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_create_for-user_externalid.html
    guide: [
        'In the AWS console, go to “IAM → Roles → Create role” and choose “AWS account → Another AWS account”.',
        'Tick “Require external ID” and paste the external ID of this form. Do not require MFA.',
        'Give the role the permissions that are needed, and copy its “ARN” here.'
    ],
    setup: {
        url: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_create_for-user_externalid.html',
        text: 'Create an IAM user that may do nothing but sts:AssumeRole. Its access key ID and secret access key are the client ID and secret. Tell end users the number of your AWS account: their roles trust it.'
    },
    // https://docs.aws.amazon.com/sdkref/latest/guide/feature-sts-regionalized-endpoints.html
    token_url: 'https://sts.${connectionConfig.region}.amazonaws.com/',
    credentials: {
        role_arn: {
            type: 'string',
            title: 'Role ARN',
            example: 'arn:aws:iam::111122223333:role/reports',
            pattern: '^arn:aws[a-z-]{0,16}:iam::[0-9]{12}:role/[A-Za-z0-9+=,.@/_-]{1,512}$'
        }
    },
    connection_config: {
        region: {
            type: 'string',
            title: 'Region',
            example: 'us-east-1',
            pattern: '^[a-z]{2}(?:-[a-z]{2,12}){1,2}-[0-9]$',
            order: 1
        },
        external_id: {
            type: 'string',
            title: 'External ID',
            description: 'Copy it into the trust policy of the role. It is yours alone, and cannot be changed.',
            order: 2
        }
    },
    untranslated: [
        'Role ARN',
        'Region',
        'External ID',
        'Copy it into the trust policy of the role. It is yours alone, and cannot be changed.',
        'In the AWS console, go to “IAM → Roles → Create role” and choose “AWS account → Another AWS account”.',
        'Tick “Require external ID” and paste the external ID of this form. Do not require MFA.',
        'Give the role the permissions that are needed, and copy its “ARN” here.'
    ],
    no_check: 'The temporary credentials that STS gives are the check.',
    proxy: {
        // https://docs.aws.amazon.com/AmazonS3/latest/API/Welcome.html
        base_url: 'https://s3.${connectionConfig.region}.amazonaws.com'
    }
});
