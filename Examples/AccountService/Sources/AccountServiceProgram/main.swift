internal import AccountService
internal import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments == ["--help"] {
  print(AccountServiceProgram.usage)
  exit(0)
}

do throws(StartError) {
  // The service runs until a signal ends the process; no data is lost, because all stored data is committed.
  let service = try AccountServiceProgram.start(arguments)
  print("page", service.origin + "/")
  print("providers", service.providerOrigin)
  print("data", service.data)
  fflush(nil)
  while true {
    pause()
  }
} catch {
  AccountServiceProgram.complain(error.message)
  exit(1)
}
