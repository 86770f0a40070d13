-- Version 4: the account and the credential with which a code was requested. Codes of earlier versions have neither.
ALTER TABLE code ADD COLUMN requester_account TEXT;
ALTER TABLE code ADD COLUMN credential_issuer TEXT;
ALTER TABLE code ADD COLUMN credential_kind TEXT;
ALTER TABLE code ADD COLUMN credential_subject TEXT;
