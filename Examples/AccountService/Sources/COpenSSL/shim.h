#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>

// Swift sees no macros that take arguments, so those are called here.

/// A new RSA key of 2048 bits; NULL where that fails.
static inline EVP_PKEY *account_service_rsa_key(void) { return EVP_RSA_gen(2048); }

/// A new key on the curve P-256; NULL where that fails.
static inline EVP_PKEY *account_service_p256_key(void) { return EVP_EC_gen("P-256"); }

/// The part of a key that is public.
static inline int account_service_public_key(void) { return EVP_PKEY_PUBLIC_KEY; }
