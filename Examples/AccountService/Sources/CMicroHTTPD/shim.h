#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <string.h>

// Swift calls no function with a variable number of arguments, so those are called here.

/// Listens on 127.0.0.1; port 0 is any that is free. NULL where that fails.
static inline struct MHD_Daemon *account_service_listen(
    uint16_t port, unsigned int threads, MHD_AccessHandlerCallback handle, MHD_RequestCompletedCallback completed,
    void *context) {
  struct sockaddr_in address;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return MHD_start_daemon(
      MHD_USE_AUTO | MHD_USE_INTERNAL_POLLING_THREAD, port, NULL, NULL, handle, context,
      MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address,
      MHD_OPTION_NOTIFY_COMPLETED, completed, context,
      MHD_OPTION_THREAD_POOL_SIZE, threads,
      MHD_OPTION_CONNECTION_LIMIT, 64u,
      MHD_OPTION_CONNECTION_TIMEOUT, 20u,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)32768,
      MHD_OPTION_END);
}

/// The port that is listened on; 0 where it is not known.
static inline uint16_t account_service_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info ? info->port : 0;
}
