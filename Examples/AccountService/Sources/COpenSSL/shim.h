#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>

// Swift sees no macros that take arguments, and a string that it hands over is gone after the call, where OpenSSL keeps the
// names of parameters: both are done here.

/// A new RSA key of 2048 bits; NULL where that fails.
static inline EVP_PKEY *account_service_rsa_key(void) { return EVP_RSA_gen(2048); }

/// A new key on the curve P-256; NULL where that fails.
static inline EVP_PKEY *account_service_p256_key(void) { return EVP_EC_gen("P-256"); }

/// The public key of a type that has these parameters; NULL where they are no such key. Frees the parameters.
static inline EVP_PKEY *account_service_public_key(const char *type, OSSL_PARAM *parameters) {
  EVP_PKEY *key = NULL;
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
  if (!context || !parameters || EVP_PKEY_fromdata_init(context) != 1 ||
      EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters) != 1) {
    key = NULL;
  }
  EVP_PKEY_CTX_free(context);
  OSSL_PARAM_free(parameters);
  return key;
}

/// The public key of RSA with a modulus and an exponent; NULL where there is none.
static inline EVP_PKEY *account_service_rsa_public_key(
    const unsigned char *modulus, int modulus_count, const unsigned char *exponent, int exponent_count) {
  OSSL_PARAM *parameters = NULL;
  OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
  BIGNUM *n = BN_bin2bn(modulus, modulus_count, NULL), *e = BN_bin2bn(exponent, exponent_count, NULL);
  if (builder && n && e && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, n) == 1 &&
      OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, e) == 1) {
    parameters = OSSL_PARAM_BLD_to_param(builder);
  }
  OSSL_PARAM_BLD_free(builder);
  BN_free(n);
  BN_free(e);
  return account_service_public_key("RSA", parameters);
}

/// The public key on P-256 at a point, given without compression; NULL where it is no point of the curve.
static inline EVP_PKEY *account_service_p256_public_key(const unsigned char *point, size_t count) {
  OSSL_PARAM *parameters = NULL;
  OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
  if (builder && OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) == 1 &&
      OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, count) == 1) {
    parameters = OSSL_PARAM_BLD_to_param(builder);
  }
  OSSL_PARAM_BLD_free(builder);
  return account_service_public_key("EC", parameters);
}
