-- What the end user left out when giving access, so that the Connect UI can name it.
alter table attempts add column missing_scopes text[];
