export APP_SATLING_DATABASE_PASSWORD="$(derive_entropy "${app_entropy_identifier}-database-password")"
